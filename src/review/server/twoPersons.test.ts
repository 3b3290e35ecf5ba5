import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { modules } from '#app/registry.ts'
import type { Actor } from '#kernel/model/access.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { obstacle } from '#kernel/model/workflow.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { AnyRow } from './kit.ts'
import { forcedFaults, getEffects } from './steps.ts'

const { SUBMITTED, APPROVED } = RequestStatus

const person = (userId: number, rank: Partial<Actor>): Actor => ({
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
const company = person(9, { roles: [4], managementCompanyIds: [1], isMcAdmin: true })
/** Whoever there is: a writer, a manager, an administrator, and one who is all of it. */
const people = [
  person(1, {}),
  person(2, { isManager: true }),
  person(3, { isAdmin: true }),
  person(4, { isAdmin: true, isManager: true }),
  company,
]

/** What a step looks at beyond the record: who takes it, when, and that the rule asks for two. */
const getContext = (actor: Actor) =>
  ({
    actor,
    services: { now: () => new Date('2026-03-10T18:00:00Z'), config: { agencyZone: 'America/Chicago' } },
    settings: { today: () => '2026-03-10', reader: async () => () => true },
  }) as unknown as AnyContext

const kits = modules.flatMap((module) => module.reviews ?? []).map(({ kit }) => kit)

describe.each(
  kits.filter(({ review }) => review.settings.twoPerson).map((kit) => ({ kit, name: kit.review.name })),
)('TRUST-1.4 $name: where the rule asks for two', ({ kit }) => {
  const { flow } = kit.review
  const effects = getEffects(kit)
  const arbitrary = fc.record({
    who: fc.constantFrom(...people),
    step: fc.constantFrom(...Object.values(flow.steps)),
    forcedTo: fc.constantFrom(...flow.statuses),
  })

  test('no path to Approved has one actor, forced and closing steps included', async () => {
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
        /** Who of the agency had a part in it since it was last submitted. */
        let round = new Set<number>()
        for (const { who: actor, step, forcedTo } of steps) {
          const context = getContext(actor)
          const to = step.to ?? forcedTo
          if (to === row.statusId || obstacle(step, row, actor, { twoPerson: true })) continue
          if (step.to === null && (await forcedFaults(context, kit, row, to)).length > 0) continue
          row = { ...row, ...effects[step.name]?.stamp?.(context, row, 'A reason', to), statusId: to }
          if (to <= SUBMITTED) round = new Set()
          else round.add(actor.userId)
          if (to === APPROVED) {
            approvals += 1
            expect([...round].filter((id) => id !== actor.userId)).not.toEqual([])
            round = new Set()
          }
        }
      }),
      { numRuns: 3000 },
    )
    expect(approvals).toBeGreaterThan(0)
  })
})

test.each(['statement', 'budget', 'allowance'])(
  'TRUST-1.4, domain 47.8: two persons decide on a %s, as long as the agency has not said otherwise',
  (noun) => {
    const kit = kits.find(({ review }) => review.noun === noun)!
    expect(kit.review.settings.twoPerson?.default).toBe(true)
  },
)
