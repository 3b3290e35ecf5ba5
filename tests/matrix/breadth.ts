import { type Access, type Actor, isAgency, mayCall } from '#kernel/model/access.ts'

/**
 * Whether this is the long run, in which the generated suites try every combination. The normal run tries one
 * combination of each class.
 */
export const isLongRun = process.env.TEST_LONG === '1'

/**
 * Classifies a caller by the access verdict and, for admitted callers, by agency or company. Callers of one
 * class are treated alike until the handler runs.
 */
function getClass(actor: Actor | null, access: Access): string {
  const verdict = mayCall(actor, access)
  return verdict === 'yes' && actor ? `yes ${isAgency(actor) ? 'agency' : 'company'}` : verdict
}

/**
 * Chooses the personas with which a call is tried. The first call with an access declaration is tried with
 * all of them. Later calls with the same access are tried with one persona of each class, a different one
 * each time, because the access alone decides.
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
