import { afterAll, beforeAll, expect, test } from 'vitest'
import { signedIn } from '#kernel/model/access.ts'
import { setting } from '#kernel/model/setting.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { runInCall } from '#tests/probe.ts'
import { twoPersonRule, withSettingsAtSubmission } from './ruleDay.ts'

const common = { group: 'Test', label: 'Test', source: 'Test', control: true } as const
const twoPerson = setting<boolean>({ ...common, key: 'r4r_two_person', kind: 'flag', default: true })
const bids = setting<number>({ ...common, key: 'r4r_bids_required_from', kind: 'money', default: 1000 })
const age = setting<number>({
  ...common,
  key: 'r4r_invoice_max_age_days',
  kind: 'days',
  default: 365,
  control: false,
})

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-06-10T18:00:00Z'))
  await portal.owner.query(`insert into setting (key, value, effective_from) values
    ('r4r_two_person', 'false', '2026-05-01'), ('r4r_bids_required_from', '9000', '2026-05-01'), ('r4r_invoice_max_age_days', '30', '2026-05-01')`)
})
afterAll(() => portal.close())

const buildRecord = (
  submitted: string | null,
  reSubmitted: string | null = null,
  statusId: number = RequestStatus.REVIEWED,
) => ({
  submitted,
  reSubmitted,
  statusId,
})

test('TRUST-1.3: the control settings of the day of submission apply to a record, and those of today to a draft', async () => {
  const { result } = await runInCall(portal, 'agency.write', signedIn, async (context) => {
    const rule = await twoPersonRule(context, { settings: { twoPerson } })
    const loadBids = (row: ReturnType<typeof buildRecord>) =>
      withSettingsAtSubmission(context, row).settings.get(bids)
    return {
      before: rule(buildRecord('2026-04-30T20:00:00Z')),
      lateThatDay: rule(buildRecord('2026-05-01T04:30:00Z')),
      after: rule(buildRecord('2026-05-01T20:00:00Z')),
      again: rule(buildRecord('2026-04-30T20:00:00Z', '2026-05-20T20:00:00Z')),
      draft: rule(buildRecord(null, null, RequestStatus.NOT_SUBMITTED)),
      returned: rule(buildRecord('2026-04-30T20:00:00Z', null, RequestStatus.NOT_SUBMITTED)),
      bids: [
        await loadBids(buildRecord('2026-04-30T20:00:00Z')),
        await loadBids(buildRecord('2026-05-20T20:00:00Z')),
        await loadBids(buildRecord(null)),
      ],
      ordinary: await withSettingsAtSubmission(context, buildRecord('2026-04-30T20:00:00Z')).settings.get(
        age,
      ),
    }
  })
  expect(result).toEqual({
    before: true,
    lateThatDay: true,
    after: false,
    again: false,
    draft: false,
    returned: false,
    bids: [1000, 9000, 9000],
    ordinary: 30,
  })
})
