import { type Actor, mayAsAgency } from '#kernel/model/access.ts'
import { TIED_WORDS } from '#kernel/model/workflow.ts'

/** The reason why a person may not confirm a change of the proposer; null where there is none. */
export function confirmFault(actor: Actor, proposedById: number): string | null {
  if (!mayAsAgency(actor, 'manager')) return 'A manager confirms it.'
  if (actor.userId === proposedById) return 'You proposed this change: somebody else confirms it.'
  if (actor.tiedTo.includes(proposedById))
    return `You and the person who proposed this change do not count as two people: ${TIED_WORDS}`
  return null
}

/** Whether a change may be dropped by this person: by its proposer and by every manager. */
export const mayDropChange = (actor: Actor, proposedById: number): boolean =>
  actor.userId === proposedById || mayAsAgency(actor, 'manager')
