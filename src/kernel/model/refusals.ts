/**
 * Refusals are the errors that a handler throws on purpose. Every other error is a fault of the server: it is
 * logged with an id, and the answer is 500 without internals.
 */

/** The sentence of the specification for a failed request (ERR-01), including its typos. */
export const FAILURE_SENTENCE = 'Sorry and Error Occured. It has been logged and will be looked at'

/** One fault of a payload. `field` is a path such as `items.2.invoiceDate`; empty for the whole record. */
export type Fault = { field: string; message: string }

/** An alternative to the refused action: a path of the app with the label of its button. */
export type AlternativeLink = { label: string; to: string }

/** HTTP status of each kind of refusal. */
const statusByKey = {
  invalid: 400,
  signedOut: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  rule: 422,
  tooMany: 429,
  unavailable: 503,
  noRoom: 507,
} as const

export type RefusalKind = keyof typeof statusByKey

/** The error that `refuse.*` throws, with the message for the caller. */
export class Refusal extends Error {
  readonly kind: RefusalKind
  readonly faults: Fault[]
  /** Whether the transaction is committed, for instance because a failed sign-in is recorded. */
  readonly commits: boolean
  readonly answerHeaders: Readonly<Record<string, string>> = {}
  readonly way: AlternativeLink | null

  constructor(
    kind: RefusalKind,
    message: string,
    faults: Fault[] = [],
    commits = false,
    link: AlternativeLink | null = null,
  ) {
    super(message)
    this.kind = kind
    this.faults = faults
    this.commits = commits
    this.way = link
  }

  get status(): number {
    return statusByKey[this.kind]
  }
}

/** Functions that end a request with a refusal. The transaction is rolled back. */
export const refuse = {
  /** 400: the payload has the wrong shape; every fault names its field. */
  invalid: (faults: Fault[]): never => {
    throw new Refusal('invalid', faults.map((fault) => fault.message).join(' '), faults)
  },
  /** 401: no session, or one that has ended. */
  signedOut: (message = 'Please sign in.'): never => {
    throw new Refusal('signedOut', message)
  },
  /** 403: the caller is signed in, but may not do this. */
  forbidden: (message = 'You may not do this.'): never => {
    throw new Refusal('forbidden', message)
  },
  /** 404: it does not exist or is outside the caller's scope. The answer does not reveal which. */
  notFound: (what = 'This record'): never => {
    throw new Refusal('notFound', `${what} was not found.`)
  },
  /** 409: another person changed it, or the step does not fit its current state. */
  conflict: (message: string, link: AlternativeLink | null = null): never => {
    throw new Refusal('conflict', message, [], false, link)
  },
  /** 422: a business rule is not met. It has all faults at once, each with its field. */
  rule: (message: string, faults: Fault[] = [], link: AlternativeLink | null = null): never => {
    throw new Refusal('rule', message, faults, false, link)
  },
}
