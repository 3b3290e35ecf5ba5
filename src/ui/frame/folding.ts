import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'

const STORED = 'rooftree-navigation-rail'

/**
 * Returns whether the navigation is folded to a rail, and the function that folds or unfolds it. It is a rail
 * until the user chooses, which this browser remembers. On a phone it is never folded.
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
