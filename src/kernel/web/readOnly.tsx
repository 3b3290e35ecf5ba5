import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'

/** The three reasons for which a screen may only be read. */
export interface ReadOnlyReasons {
  /** Set by the declaration of the route (`meta.readOnly`, NAV-12). */
  route: boolean
  /** Set by the screen itself, for instance after a request was submitted. */
  override: boolean
  /** Set by the guard: an agency reader (NAV-03), or read without write permission (NAV-07). */
  global: boolean
}

/**
 * Whether a screen is read-only: its route is, a manual override is on, or the user may only read. NAV-11.
 */
export function isReadOnly({ route, override, global }: ReadOnlyReasons): boolean {
  return route || override || global
}

interface ReadOnlyState {
  readOnly: boolean
  override: boolean
  setOverride: (on: boolean) => void
}

const outside: ReadOnlyState = { readOnly: false, override: false, setOverride: () => undefined }
const ReadOnlyContext = createContext<ReadOnlyState>(outside)

/**
 * Provides to everything inside whether the screen may be edited. It needs a `key` that changes with the
 * address, so that a new screen starts without override (NAV-01). Inside another provider it can only forbid
 * editing, never allow it.
 */
export function ReadOnlyProvider({
  route = false,
  global = false,
  children,
}: Partial<Pick<ReadOnlyReasons, 'route' | 'global'>> & { children?: ReactNode }) {
  const around = useContext(ReadOnlyContext).readOnly
  const [override, setOverride] = useState(false)
  const readOnly = around || isReadOnly({ route, override, global })
  const state = useMemo(() => ({ readOnly, override, setOverride }), [readOnly, override])
  return <ReadOnlyContext value={state}>{children}</ReadOnlyContext>
}

/** Whether the screen may only be read; false outside a provider. NAV-11. */
export function useReadOnly(): boolean {
  return useContext(ReadOnlyContext).readOnly
}

/** Returns the manual override and the function that sets it, as `[on, set]`. NAV-11. */
export function useReadOnlyOverride(): readonly [boolean, (on: boolean) => void] {
  const { override, setOverride } = useContext(ReadOnlyContext)
  return [override, setOverride]
}
