import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { modules } from '#app/registry.ts'
import type { Actor } from '#kernel/model/access.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { getStepObstacle } from '#kernel/model/workflow.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { AnyRow } from './kit.ts'
import { findForcedChangeFaults, getEffects } from './steps.ts'

const { SUBMITTED, APPROVED } = RequestStatus

const buildPerson = (userId: number, rank: Partial<Actor>): Actor => ({
  userId,
  userName: `person.${userId}`,
  name: `Person ${userId}`,
  email: '',
  roles: [1],
  isAdmin: false,
  isManager: false,
  isMcAdmin: false,
  managementCompanyIds: [],
  sessionId: 0,
  scope: { read: null, write: null },
  tiedTo: [],
  ...rank,
})
const companyPerson = buildPerson(9, { roles: [4], managementCompanyIds: [1], isMcAdmin: true })
/** A writer, a manager, an administrator, a person who is both, and a company's user. */
const people = [
  buildPerson(1, {}),
  buildPerson(2, { isManager: true }),
  buildPerson(3, { isAdmin: true }),
  buildPerson(4, { isAdmin: true, isManager: true }),
  companyPerson,
]

/** The context of a step that this person takes, with the two-person rule in force. */
const getContext = (actor: Actor) =>
  ({
    actor,
    services: { now: () => new Date('2026-03-10T18:00:00Z'), config: { agencyZone: 'America/Chicago' } },
    settings: { today: () => '2026-03-10', reader: async () => () => true },
  }) as unknown as AnyContext

const kits = modules.flatMap((module) => module.reviews ?? []).map(({ kit }) => kit)

describe.each(
  kits.filter(({ review }) => review.settings.twoPerson).map((kit) => ({ kit, name: kit.review.name })),
)('TRUST-1.4 $name: under the two-person rule', ({ kit }) => {
  const { flow } = kit.review
  const effects = getEffects(kit)
  const arbitrary = fc.record({
    who: fc.constantFrom(...people),
    step: fc.constantFrom(...Object.values(flow.steps)),
    forcedTo: fc.constantFrom(...flow.statuses),
  })

  test('no sequence of steps, forced ones included, leads to Approved with only one person', async () => {
    let approvals = 0
    await fc.assert(
      fc.asyncProperty(fc.array(arbitrary, { minLength: 4, maxLength: 25 }), async (steps) => {
        let row = {
          statusId: SUBMITTED,
          version: 1,
          propertyId: 1,
          managementCompanyId: 1,
          submitted: '2026-03-09T18:00:00Z',
          reSubmitted: null,
          reviewedById: null,
          decidedById: null,
        } as unknown as AnyRow
        /** The ids of the people who took a step since the record was last submitted. */
        let actorIds = new Set<number>()
        for (const { who: actor, step, forcedTo } of steps) {
          const context = getContext(actor)
          const to = step.to ?? forcedTo
          if (to === row.statusId || getStepObstacle(step, row, actor, { twoPerson: true })) continue
          if (step.to === null && (await findForcedChangeFaults(context, kit, row, to)).length > 0) continue
          row = { ...row, ...effects[step.name]?.stamp?.(context, row, 'A reason', to), statusId: to }
          if (to <= SUBMITTED) actorIds = new Set()
          else actorIds.add(actor.userId)
          if (to === APPROVED) {
            approvals += 1
            expect([...actorIds].filter((id) => id !== actor.userId)).not.toEqual([])
            actorIds = new Set()
          }
        }
      }),
      { numRuns: 3000 },
    )
    expect(approvals).toBeGreaterThan(0)
  })
})

test.each(['statement', 'budget', 'allowance'])(
  'TRUST-1.4, domain 47.8: by default two persons decide on a %s',
  (noun) => {
    const kit = kits.find(({ review }) => review.noun === noun)!
    expect(kit.review.settings.twoPerson?.default).toBe(true)
  },
)
