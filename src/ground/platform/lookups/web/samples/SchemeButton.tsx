import { Button, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'

/** Shows the gallery in the other color scheme. */
export function SchemeButton() {
  const { setColorScheme } = useMantineColorScheme()
  const dark = useComputedColorScheme('light') === 'dark'
  return (
    <Button variant="default" onClick={() => setColorScheme(dark ? 'light' : 'dark')}>
      {dark ? 'Light appearance' : 'Dark appearance'}
    </Button>
  )
}
