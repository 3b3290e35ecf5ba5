import { lazy, Suspense } from 'react'
import { showKeys, useKeys, useKeysShown } from './keys.ts'

const KeyList = lazy(() => import('./KeyList.tsx'))

/**
 * Handles the key `?` and the dialog it opens: the list of keys that work on the current screen. Rendered
 * once, by the shell.
 */
export function Keys() {
  const keysShown = useKeysShown()
  useKeys('Everywhere', [{ key: '?', label: 'Show these keys', run: showKeys }])
  return keysShown ? (
    <Suspense fallback={null}>
      <KeyList />
    </Suspense>
  ) : null
}
