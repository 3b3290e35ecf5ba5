import { type Access, type Actor, isAgency, mayCall } from '#kernel/model/access.ts'

/**
 * Whether this is the long run, in which the generated suites try every combination instead of one of each
 * class.
 */
export const isLongRun = process.env.TEST_LONG === '1'

/**
 * What sets callers apart before a handler runs: the verdict, and which side of the desk an admitted caller
 * is on.
 */
function getClass(actor: Actor | null, access: Access): string {
  const verdict = mayCall(actor, access)
  return verdict === 'yes' && actor ? `yes ${isAgency(actor) ? 'agency' : 'company'}` : verdict
}

/**
 * Chooses the personas with whom a call is tried: all of them for the first call of each access, because
 * access alone decides; for later calls of that access one persona of each class, another one each time.
 */
export class PersonaChoice<Persona extends string> {
  readonly #personas: readonly Persona[]
  readonly #callCounts = new Map<string, number>()

  constructor(personas: readonly Persona[]) {
    this.#personas = personas
  }

  async choose(
    access: Access,
    actorFor: (persona: string, access: Access) => Promise<Actor | null>,
  ): Promise<Persona[]> {
    const name = JSON.stringify(access)
    const callCount = this.#callCounts.get(name) ?? 0
    this.#callCounts.set(name, callCount + 1)
    if (isLongRun || callCount === 0) return [...this.#personas]
    const classes = new Map<string, Persona[]>()
    for (const persona of this.#personas) {
      const key = getClass(await actorFor(persona, access), access)
      classes.set(key, [...(classes.get(key) ?? []), persona])
    }
    return [...classes.values()].map((members) => members[callCount % members.length]!)
  }
}
