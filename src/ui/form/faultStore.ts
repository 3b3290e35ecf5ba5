import type { Fault } from '#kernel/model/refusals.ts'
import { shiftFaults } from './faults.ts'

/** Where a fault comes from: the strict schema (checked anew as the user types), the server, or a check on leaving a field. */
type FaultOrigin = 'schema' | 'server' | 'field'

interface Held extends Fault {
  origin: FaultOrigin
}

/** The faults of one form. Each field listens to its own, so that one fault repaints one field. */
export interface FaultStore {
  /** All faults, in the order they were set. The array is replaced, never changed. */
  all: () => readonly Held[]
  at: (field: string) => string | undefined
  subscribe: (listener: () => void) => () => void
  /** Replaces all faults of one origin. */
  replace: (origin: FaultOrigin, faults: readonly Fault[]) => void
  /** Sets or clears the fault of one field from one origin. */
  set: (origin: FaultOrigin, field: string, message: string | undefined) => void
  /** Forgets what the server said about a field, what it stands in or what stands in it, or about the form as a whole. */
  answered: (field: string) => void
  /** Keeps faults with their lines when a line was added (1) or removed (−1). */
  shift: (list: string, index: number, by: 1 | -1) => void
}

/** Whether a change of one field may mend the fault of the other: the same, or a line or list and what stands in it. */
const concerns = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`)

/** Creates an empty store of faults. */
export function createFaultStore(): FaultStore {
  let held: readonly Held[] = []
  let byField = new Map<string, string>()
  const listeners = new Set<() => void>()
  const change = (next: readonly Held[]) => {
    const unchanged = next.length === held.length && next.every((fault, index) => fault === held[index])
    if (unchanged) return
    held = next
    byField = new Map([...next].reverse().map((fault) => [fault.field, fault.message]))
    for (const listener of listeners) listener()
  }
  const keepSame = (fault: Fault, origin: FaultOrigin): Held =>
    held.find((one) => one.origin === origin && one.field === fault.field && one.message === fault.message) ?? {
      ...fault,
      origin,
    }
  return {
    all: () => held,
    at: (field) => byField.get(field),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    replace: (origin, faults) =>
      change([...faults.map((fault) => keepSame(fault, origin)), ...held.filter((fault) => fault.origin !== origin)]),
    set: (origin, field, message) => {
      const others = held.filter((fault) => fault.origin !== origin || fault.field !== field)
      change(message === undefined ? others : [...others, keepSame({ field, message }, origin)])
    },
    answered: (field) =>
      change(
        held.filter((fault) => fault.origin !== 'server' || (fault.field !== '' && !concerns(fault.field, field))),
      ),
    shift: (list, index, by) =>
      change(held.flatMap((fault) => shiftFaults([fault], list, index, by).map((moved) => ({ ...fault, ...moved })))),
  }
}
