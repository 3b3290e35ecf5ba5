import { type ReactNode, useState } from 'react'
import { IsolatedPart } from '#ui/frame/IsolatedPart.tsx'
import styles from './property.module.css'

/**
 * The panels of tabs, by label; `shown` is the label of the open one. A panel is created when first opened
 * and later only hidden, so that entries in it are not lost when the user looks at another.
 */
export function Panels({ panels, shown }: { panels: Readonly<Record<string, ReactNode>>; shown: string }) {
  const [visited, setVisited] = useState<readonly string[]>([])
  if (shown in panels && !visited.includes(shown)) setVisited([...visited, shown])
  return Object.entries(panels)
    .filter(([label]) => visited.includes(label))
    .map(([label, panel]) => (
      <div key={label} hidden={label !== shown} className={styles.panel}>
        <IsolatedPart what={label}>{panel}</IsolatedPart>
      </div>
    ))
}
