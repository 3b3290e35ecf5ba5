import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'

const STORED = 'rooftree-navigation-rail'

/**
 * Whether the navigation is a rail of signs and names, and what makes it one or the whole list; a rail until
 * the person chooses, which this browser remembers. Never on a phone, where it is a drawer.
 */
export function useFolded(): [folded: boolean, fold: (folded: boolean) => void] {
  const isNarrow =
    useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false }) ?? false
  const [folded, setFolded] = useState(() => localStorage.getItem(STORED) !== 'false')
  const fold = (next: boolean) => {
    localStorage.setItem(STORED, String(next))
    setFolded(next)
  }
  return [!isNarrow && folded, fold]
}
