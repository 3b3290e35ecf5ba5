import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'

/** The three reasons for which a screen may only be read. */
export interface ReadOnlyReasons {
  /** The route says so (`meta.readOnly`, NAV-12). */
  route: boolean
  /** Switched on by the screen itself, for instance once a request is submitted. */
  override: boolean
  /** Set by the guard: an agency reader (NAV-03), or read without write permission (NAV-07). */
  global: boolean
}

/**
 * A screen is read-only when its route says so, or a manual override is on, or the user may only read.
 * NAV-11.
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
 * Lets everything inside know whether the screen may be edited. Give it a `key` that changes with the
 * address: a new screen then starts without override (NAV-01). Inside another provider it can only forbid
 * more, never allow more.
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

/** The manual override and its switch, as `[on, set]`. NAV-11. */
export function useReadOnlyOverride(): readonly [boolean, (on: boolean) => void] {
  const { override, setOverride } = useContext(ReadOnlyContext)
  return [override, setOverride]
}
