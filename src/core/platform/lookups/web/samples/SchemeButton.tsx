import { Button, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'

/** The button that switches between light and dark colors. */
export function SchemeButton() {
  const { setColorScheme } = useMantineColorScheme()
  const dark = useComputedColorScheme('light') === 'dark'
  return (
    <Button variant="default" onClick={() => setColorScheme(dark ? 'light' : 'dark')}>
      {dark ? 'Light appearance' : 'Dark appearance'}
    </Button>
  )
}
