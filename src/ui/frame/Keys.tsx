import { lazy, Suspense } from 'react'
import { showKeys, useKeys, useKeysShown } from './keys.ts'

const KeyList = lazy(() => import('./KeyList.tsx'))

/**
 * The key `?` and what it opens: the list of the keys that work where one is. Rendered once, by the shell.
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
