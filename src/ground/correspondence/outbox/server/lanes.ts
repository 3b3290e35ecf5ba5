import type { Transporter } from 'nodemailer'

/**
 * Each lane has connections of its own, so that links to accounts wait for nothing, and news to one person
 * not for mails to many. `atOnce` mails of a lane are under way at most, not counting those that take long.
 */
export const lanes = [
  { name: 'account', atOnce: 3 },
  { name: 'one', atOnce: 4 },
  { name: 'many', atOnce: 3 },
] as const

/** Of those under way in a lane, the most whose first recipient is at the same domain. */
const MOST_AT_DOMAIN = 2
/**
 * A longer attempt no longer counts against its lane; a lane allows this number of slow attempts in addition.
 */
const SLOW_MILLISECONDS = 4000
const MOST_SLOW = 8
/**
 * For how long a domain that was slow or did not take a mail has, with all others like it, one place in a
 * lane.
 */
const TROUBLE_MILLISECONDS = 600_000

/** Connections that a lane may need. */
export const getConnections = ({ atOnce }: { atOnce: number }): number => atOnce + MOST_SLOW

export type Lane = (typeof lanes)[number] & {
  transport: Transporter
  underWay: Map<Promise<boolean>, { domain: string; since: number }>
  /** Mails are begun one after the other. */
  turn: Promise<unknown>
}

/** Which domains have been slow or refusing lately, by when that is forgotten. */
export class Troubles {
  readonly #until = new Map<string, number>()

  /** Notes how an attempt went: whether the domain's server took the mail, and how long it needed. */
  note(domain: string, isTaken: boolean, milliseconds: number): void {
    if (isTaken && milliseconds < SLOW_MILLISECONDS) this.#until.delete(domain)
    else this.#until.set(domain, Date.now() + TROUBLE_MILLISECONDS)
  }

  /** The domains in trouble now. */
  list(): string[] {
    for (const [domain, until] of this.#until) if (until < Date.now()) this.#until.delete(domain)
    return [...this.#until.keys()]
  }
}

/** Whether a lane takes no further mail just now. */
export function isFull({ underWay, atOnce }: Lane): boolean {
  const slow = [...underWay.values()].filter(isSlow).length
  return underWay.size - slow >= atOnce || slow >= MOST_SLOW
}

const isSlow = ({ since }: { since: number }): boolean => Date.now() - since > SLOW_MILLISECONDS

/**
 * Domains whose mails wait: to which enough are under way, and, while one of them is tried, all that are in
 * trouble.
 */
export function waitingDomains({ underWay }: Lane, troubled: readonly string[]): string[] {
  const slowDomains = new Set([
    ...troubled,
    ...[...underWay.values()].filter(isSlow).map(({ domain }) => domain),
  ])
  const counts = Map.groupBy(underWay.values(), ({ domain }) => domain)
  const busy = [...counts].filter(([, those]) => those.length >= MOST_AT_DOMAIN).map(([domain]) => domain)
  const isTried = [...counts.keys()].some((domain) => slowDomains.has(domain))
  return [...busy, ...(isTried ? slowDomains : [])]
}
