import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { distributionDesk, distributionStage } from '#tests/distributionDesk.ts'
import { filing } from '#tests/filing.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { clearStatements, insertMapleGroveRights } from '#tests/surplusFiling.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-11-16T15:00:00Z'))
  await portal.owner.query(distributionStage)
})
afterAll(() => portal.close())
afterEach(() =>
  portal.owner.query(`delete from kernel.record_writer;
  delete from audit_log where table_name = 'vendor'; ${clearStatements}`),
)

const ENTERED = 'You entered something that this decision rests on'
const refused = { status: 403, body: { message: expect.stringContaining(ENTERED) } }

describe('domain 48.4: a person who entered a line cannot approve the request that includes it', () => {
  const { path, post, detail, save, attachAll, submitted } = filing(() => portal)
  const approve = (persona: string, id: number) =>
    post(persona, 'ChangeStatus', { statusID: 5, requestId: id })
  const fileReviewed = async (id: number, itemId: number) => {
    detail(await post('agency.write', `StartReview/${id}`))
    const approvedAmounts = [{ itemId, amount: 100, denialReason: 'Partly' }]
    detail(await post('agency.write', 'ChangeStatus', { statusID: 4, requestId: id, approvedAmounts }))
  }
  const makeRoof = (number: string) => ({
    CategoryId: 1,
    DescriptionOfWork: 'Roof',
    Location: 'Building A',
    Age: 22,
    VendorId: 1,
    InvoiceNumber: number,
    InvoiceDate: '2026-10-01',
    CheckNumber: '502',
    ClaimedAmount: 14_200,
  })

  test('a manager who changed an amount for the company cannot approve', async () => {
    const draft = await save([makeRoof('W-1')])
    await attachAll(draft)
    const [item] = draft.items
    const changed = await post('agency.manager', 'SaveReplacementProgress', {
      request: {
        ReplacementReserveRequestId: draft.replacementReserveRequestId,
        ProjectId: 1,
        version: draft.version,
      },
      items: [
        {
          ...makeRoof('W-1'),
          ReplacementReserveRequestItemId: item!.replacementReserveRequestItemId,
          ClaimedAmount: 15_200,
        },
      ],
      type: 'progress',
      itemDeleteIndexes: [],
    })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    const id = draft.replacementReserveRequestId
    detail(await post('company.writer', `Submit/${id}`))
    await fileReviewed(id, item!.replacementReserveRequestItemId)
    expect(await approve('agency.manager', id)).toMatchObject(refused)
    const work = await portal.ask('agency.manager', 'GET', '/api/Work/GetOpen')
    const line = (work.body as { rows: { kind: string; id: number; mayApprove: boolean }[] }).rows.find(
      (row) => row.kind === 'reserve' && row.id === id,
    )
    expect(line).toMatchObject({ mayApprove: false })
    detail(await approve('agency.admin', id))
  })

  test('a manager who corrected the vendor to be paid cannot approve', async () => {
    const request = await submitted([makeRoof('W-2')])
    const id = request.replacementReserveRequestId
    await fileReviewed(id, request.items[0]!.replacementReserveRequestItemId)
    const change = { vendorId: 1, address: `Elsewhere ${id}` }
    const corrected = await portal.ask('agency.manager', 'PUT', '/api/Vendor', change)
    expect(corrected.status, JSON.stringify(corrected.body)).toBe(200)
    expect(await approve('agency.manager', id)).toMatchObject(refused)
    const reviewedDetail = detail(await portal.ask('agency.manager', 'GET', `${path}/GetRequest/${id}`))
    expect(reviewedDetail.actions.map(({ name }) => name)).not.toContain('approve')
    detail(await approve('agency.admin', id))
  })
})

describe('domain 48.4: a person who set an input of a distribution right cannot approve a distribution based on it', () => {
  const { reviewedStatement, reviewed, approve } = distributionDesk(() => portal)
  const stageStatement = async () => {
    portal.setNow(new Date('2026-05-04T15:00:00Z'))
    await insertMapleGroveRights(portal.owner)
    return reviewedStatement()
  }

  test.each([
    ['a year that was set by hand', 'update yearly_distributions_accrued set written_by_id = 9 where typed'],
    ['the basis', 'update distribution_basis set set_by_id = 9'],
    ['the development cost', `insert into kernel.record_writer values ('equity_figure', 1, 9)`],
    [
      'a line of the statement',
      `insert into kernel.record_writer select 'annual_statement', max(afs_id), 9 from annual_statement`,
    ],
  ])('a manager who set this input cannot approve: %s', async (_, change) => {
    const afsId = await stageStatement()
    const { distributionRequestId: id } = await reviewed(afsId, 1000)
    await portal.owner.query(change)
    expect(await approve(id)).toMatchObject(refused)
  })
})
