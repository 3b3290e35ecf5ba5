import { useMediaQuery } from '@mantine/hooks'

/** Whether the screen is narrower than 640 px at the default font size. Rows are then cards. */
export const useNarrow = (): boolean =>
  useMediaQuery('(max-width: 39.99em)', undefined, { getInitialValueInEffect: false }) ?? false
