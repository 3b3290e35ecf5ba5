import type { Fault } from '#kernel/model/refusals.ts'
import { shiftFaults } from './faults.ts'

/**
 * The origin of a fault: the strict schema (checked again as the user types), the server, or a check on
 * leaving a field.
 */
type FaultOrigin = 'schema' | 'server' | 'field'

interface StoredFault extends Fault {
  origin: FaultOrigin
}

/** The faults of one form. Each field listens only to its own faults. */
export interface FaultStore {
  /** All faults, in the order they were set. The array is replaced, never changed. */
  all: () => readonly StoredFault[]
  /** Returns the message at a field. */
  at: (field: string) => string | undefined
  subscribe: (listener: () => void) => () => void
  /** Replaces all faults of one origin. */
  replace: (origin: FaultOrigin, faults: readonly Fault[]) => void
  /** Sets or clears the fault of one field from one origin. */
  set: (origin: FaultOrigin, field: string, message: string | undefined) => void
  /** Removes the server's faults of a field, of its parents and children, and of the form as a whole. */
  answered: (field: string) => void
  /** Moves faults along with their lines after a line was added (1) or removed (−1). */
  shift: (list: string, index: number, offset: 1 | -1) => void
}

/**
 * Returns whether a change of one field may fix the fault of the other: the same field, or a line or list and
 * a field in it.
 */
const isRelatedField = (text: string, other: string): boolean =>
  text === other || text.startsWith(`${other}.`) || other.startsWith(`${text}.`)

/** Creates an empty store of faults. */
export function createFaultStore(): FaultStore {
  let storedFaults: readonly StoredFault[] = []
  let byField = new Map<string, string>()
  const listeners = new Set<() => void>()
  const change = (next: readonly StoredFault[]) => {
    const unchanged =
      next.length === storedFaults.length && next.every((fault, index) => fault === storedFaults[index])
    if (unchanged) return
    storedFaults = next
    byField = new Map([...next].reverse().map((fault) => [fault.field, fault.message]))
    for (const listener of listeners) listener()
  }
  const sameOrNew = (fault: Fault, origin: FaultOrigin): StoredFault =>
    storedFaults.find(
      (storedFault) =>
        storedFault.origin === origin &&
        storedFault.field === fault.field &&
        storedFault.message === fault.message,
    ) ?? {
      ...fault,
      origin,
    }
  return {
    all: () => storedFaults,
    at: (field) => byField.get(field),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    replace: (origin, faults) =>
      change([
        ...faults.map((fault) => sameOrNew(fault, origin)),
        ...storedFaults.filter((fault) => fault.origin !== origin),
      ]),
    set: (origin, field, message) => {
      const otherFaults = storedFaults.filter((fault) => fault.origin !== origin || fault.field !== field)
      change(message === undefined ? otherFaults : [...otherFaults, sameOrNew({ field, message }, origin)])
    },
    answered: (field) =>
      change(
        storedFaults.filter(
          (fault) => fault.origin !== 'server' || (fault.field !== '' && !isRelatedField(fault.field, field)),
        ),
      ),
    shift: (list, index, offset) =>
      change(
        storedFaults.flatMap((fault) =>
          shiftFaults([fault], list, index, offset).map((moved) => ({ ...fault, ...moved })),
        ),
      ),
  }
}
