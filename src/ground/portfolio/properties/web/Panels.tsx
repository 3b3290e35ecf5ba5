import { type ReactNode, useState } from 'react'
import { Alone } from '#ui/frame/Alone.tsx'
import styles from './property.module.css'

/**
 * The panels behind tabs, by label. Each is made when first opened and then only hidden, so that nothing
 * typed in one is lost by a look into another.
 */
export function Panels({ panels, shown }: { panels: Readonly<Record<string, ReactNode>>; shown: string }) {
  const [visited, setVisited] = useState<readonly string[]>([])
  if (shown in panels && !visited.includes(shown)) setVisited([...visited, shown])
  return Object.entries(panels)
    .filter(([label]) => visited.includes(label))
    .map(([label, panel]) => (
      <div key={label} hidden={label !== shown} className={styles.panel}>
        <Alone what={label}>{panel}</Alone>
      </div>
    ))
}
