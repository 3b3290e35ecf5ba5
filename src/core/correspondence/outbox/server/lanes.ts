import type { Transporter } from 'nodemailer'

/**
 * The lanes of mails. Each has its own connections, so that password links do not wait for other mails, and
 * mails to one person do not wait for bulk mails. `atOnce` is the maximum number of mails in progress in a
 * lane, not counting slow ones.
 */
export const lanes = [
  { name: 'account', atOnce: 3 },
  { name: 'one', atOnce: 4 },
  { name: 'many', atOnce: 3 },
] as const

/** The maximum number of mails in progress in a lane whose first recipient is at the same domain. */
const MAX_PER_DOMAIN = 2
/**
 * An attempt that takes longer is slow and does not count against its lane. A lane may have at most
 * `MAX_SLOW` slow attempts in addition.
 */
const SLOW_MILLISECONDS = 4000
const MAX_SLOW = 8
/**
 * For how long a domain that was slow or refused a mail counts as in trouble. All domains in trouble share
 * one place in a lane.
 */
const TROUBLE_MILLISECONDS = 600_000

/** Returns the maximum number of connections of a lane. */
export const getConnections = ({ atOnce }: { atOnce: number }): number => atOnce + MAX_SLOW

/** A lane with its connection and its mails in progress. */
export type Lane = (typeof lanes)[number] & {
  transport: Transporter
  underWay: Map<Promise<boolean>, { domain: string; since: number }>
  /** The last start of a mail. A lane starts its mails one after another. */
  turn: Promise<unknown>
}

/** Remembers for a time which domains were slow or refused mails. */
export class DomainTroubles {
  readonly #until = new Map<string, number>()

  /** Records an attempt: whether the domain's server accepted the mail, and how long it took. */
  note(domain: string, isAccepted: boolean, milliseconds: number): void {
    if (isAccepted && milliseconds < SLOW_MILLISECONDS) this.#until.delete(domain)
    else this.#until.set(domain, Date.now() + TROUBLE_MILLISECONDS)
  }

  /** Returns the domains in trouble now. */
  list(): string[] {
    for (const [domain, until] of this.#until) if (until < Date.now()) this.#until.delete(domain)
    return [...this.#until.keys()]
  }
}

/** Whether a lane cannot start another mail now. */
export function isFull({ underWay, atOnce }: Lane): boolean {
  const slow = [...underWay.values()].filter(isSlow).length
  return underWay.size - slow >= atOnce || slow >= MAX_SLOW
}

const isSlow = ({ since }: { since: number }): boolean => Date.now() - since > SLOW_MILLISECONDS

/**
 * Returns the domains whose mails must wait: those with enough mails in progress, and all domains in trouble
 * while a mail to one of them is in progress.
 */
export function getWaitingDomains({ underWay }: Lane, troubled: readonly string[]): string[] {
  const slowDomains = new Set([
    ...troubled,
    ...[...underWay.values()].filter(isSlow).map(({ domain }) => domain),
  ])
  const counts = Map.groupBy(underWay.values(), ({ domain }) => domain)
  const busy = [...counts].filter(([, those]) => those.length >= MAX_PER_DOMAIN).map(([domain]) => domain)
  const isTried = [...counts.keys()].some((domain) => slowDomains.has(domain))
  return [...busy, ...(isTried ? slowDomains : [])]
}
