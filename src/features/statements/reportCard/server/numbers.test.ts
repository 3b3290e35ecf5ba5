import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPortal, type Portal } from '#tests/portal.ts'
import { cardDesk, stageStatements } from '#tests/reportCardStage.ts'

let portal: Portal
const { put, readCard } = cardDesk(() => portal)
const ask = (method: 'GET' | 'PUT', tail: string) =>
  portal.ask('agency.write', method, `/api/AFSReportCard/${tail}`)
const getCardId = ({ body }: { body: unknown }) => (body as { afsReportCardId: number }).afsReportCardId

/** The statement of 2025, its card, and a card whose id is also the id of another statement. */
let statementId: number
let cardId: number
let sharedId: number
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-04-21T15:00:00Z'))
  await stageStatements(portal)
  const { rows } = await portal.owner.query<{ id: number }>(
    'select afs_id as id from annual_statement order by year',
  )
  const ids = rows.map(({ id }) => id)
  statementId = ids.at(-1)!
  sharedId = ids[0]!
  // So that card ids differ from statement ids.
  await portal.owner.query('alter table afs_report_card alter column afs_report_card_id restart with 90000')
  cardId = (await readCard(put('agency.write', 'StartReview', statementId))).card.afsReportCardId
  await portal.owner.query(
    `insert into afs_report_card (afs_report_card_id, afs_id, property_id, year, template_version)
      overriding system value values ($1, $2, 1, 2023, 1)`,
    [sharedId, ids[1]],
  )
  await portal.owner.query(
    `insert into afs_report_card (afs_id, property_id, year, template_version) values ($1, 1, 2022, 1)`,
    [sharedId],
  )
})
afterAll(() => portal.close())

describe('client 3: one {id} identifies one record', () => {
  test('the generic GET, vm and a step find the same card by its id', async () => {
    const record = await ask('GET', String(cardId))
    expect(record).toMatchObject({ status: 200, body: { afsReportCardId: cardId, afsId: statementId } })
    expect((await ask('GET', `vm/${cardId}`)).body).toMatchObject({ card: { afsReportCardId: cardId } })
    expect((await ask('PUT', `StartReview/${cardId}`)).body).toMatchObject({
      card: { afsReportCardId: cardId },
    })
  })

  test('the same calls find the card by the id of its statement', async () => {
    expect(getCardId(await ask('GET', String(statementId)))).toBe(cardId)
    expect((await ask('GET', `vm/${statementId}`)).body).toMatchObject({ card: { afsReportCardId: cardId } })
  })

  test.each(['', 'vm/', 'StartReview/', 'Approve/', 'CloseInNonCompliance/', 'CloseAFSNonCompliance/'])(
    'AFSReportCard/%s{id} refuses a number of two records until it is said which',
    async (tail) => {
      const method = /^(vm\/)?$/.test(tail) ? 'GET' : 'PUT'
      const askAsManager = (query: string) =>
        portal.ask('agency.manager', method, `/api/AFSReportCard/${tail}${sharedId}${query}`)
      const refused = await askAsManager('')
      expect(refused.status).toBe(409)
      expect((refused.body as { message: string }).message).toContain('?of=card')
      for (const record of ['card', 'statement'])
        expect((await askAsManager(`?of=${record}`)).body).not.toMatchObject({
          message: expect.stringContaining('?of=card'),
        })
    },
  )

  test('with ?of= the call reads the card or the statement it names', async () => {
    expect(getCardId(await ask('GET', `${sharedId}?of=card`))).toBe(sharedId)
    expect((await ask('GET', `${sharedId}?of=statement`)).body).toMatchObject({ afsId: sharedId })
    expect((await ask('GET', '2147483000')).status).toBe(404)
  })
})
