import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { cssVariablesResolver, theme } from './theme.ts'

const colorSchemeManager = localStorageColorSchemeManager({ key: 'rooftree-color-scheme' })

/** Uses the light scheme while printing, because paper is white, regardless of the scheme of the screen. */
function useLightPaper(): void {
  useEffect(() => {
    const { dataset } = document.documentElement
    let screen = dataset.mantineColorScheme
    const before = () => {
      screen = dataset.mantineColorScheme
      dataset.mantineColorScheme = 'light'
    }
    const after = () => {
      dataset.mantineColorScheme = screen
    }
    window.addEventListener('beforeprint', before)
    window.addEventListener('afterprint', after)
    return () => {
      window.removeEventListener('beforeprint', before)
      window.removeEventListener('afterprint', after)
    }
  }, [])
}

/**
 * Provides the theme to the app. The color scheme follows the system until the user chooses one in the user
 * menu. The choice is stored in local storage under `rooftree-color-scheme`. Printing always uses the light
 * scheme.
 */
export function ThemeProvider({ children }: { children: ReactNode }) {
  useLightPaper()
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      {children}
    </MantineProvider>
  )
}
