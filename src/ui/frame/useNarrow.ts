import { useMediaQuery } from '@mantine/hooks'

/** Whether the screen is narrower than 640 px at its letter size: then rows are cards. */
export const useNarrow = (): boolean =>
  useMediaQuery('(max-width: 39.99em)', undefined, { getInitialValueInEffect: false }) ?? false
