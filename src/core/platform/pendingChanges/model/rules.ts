import { type Actor, mayAsAgency } from '#kernel/model/access.ts'
import { TIED_WORDS } from '#kernel/model/workflow.ts'

/** Returns why a person may not confirm a change by this proposer; null if they may. */
export function findConfirmFault(actor: Actor, proposedById: number): string | null {
  if (!mayAsAgency(actor, 'manager')) return 'A manager confirms it.'
  if (actor.userId === proposedById) return 'You proposed this change: somebody else confirms it.'
  if (actor.tiedTo.includes(proposedById))
    return `You and the person who proposed this change do not count as two people: ${TIED_WORDS}`
  return null
}

/** Whether this person may drop a change: its proposer and every manager may. */
export const mayDropChange = (actor: Actor, proposedById: number): boolean =>
  actor.userId === proposedById || mayAsAgency(actor, 'manager')
