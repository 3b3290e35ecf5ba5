import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { merging } from '#tests/merging.ts'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await letOneMerge()
})
afterAll(() => portal.close())

const { begin, clear, holding, merge, letOneMerge } = merging(() => portal)
beforeEach(begin)

const message = (reply: Reply) => (reply.body as { message: string }).message

describe('merges at the same time', () => {
  test('when two administrators merge the same company, one succeeds and the other gets 409', async () => {
    const replies = await Promise.all([merge(12, [11]), merge(15, [11])])
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409])
    const refusal = message(replies.find((reply) => reply.status === 409)!)
    expect(refusal).toMatch(/^Alder Homes was merged into (Beech|Gum) Homes already\.$/)
    const open = await portal.owner.query(
      `select property_id from management_company_project_history h join property p using (property_id)
        where p.name like 'Merging%' and h.to_date is null group by 1 having count(*) > 1`,
    )
    expect(open.rows).toEqual([])
  })

  test('when two companies are merged into each other, only one merge succeeds', async () => {
    const replies = await Promise.all([merge(12, [11]), merge(11, [12])])
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 422])
  })

  test('a property added to the company during its merge ends up with the other company', async () => {
    const other = await portal.pool.connect()
    await portal.owner.query('begin')
    await portal.owner.query(
      'select 1 from management_company where management_company_id = 11 for key share',
    )
    await portal.owner.query(
      `insert into property (property_id, name, management_company_id) overriding system value values (1998, 'Meanwhile', 11)`,
    )
    const merging = merge(12, [11])
    await portal.owner.query('commit')
    other.release()
    expect((await merging).status).toBe(200)
    const result = await portal.owner.query(
      'select management_company_id as id from property where property_id = 1998',
    )
    expect(result.rows).toEqual([{ id: 12 }])
  })
})

test('any sequence of merges neither loses nor duplicates records', async () => {
  const step = fc.record({ into: fc.integer({ min: 11, max: 15 }), from: fc.integer({ min: 11, max: 15 }) })
  const counts = async () =>
    (
      await portal.owner.query(`select
        (select count(*) from property where property_id >= 1000) as properties,
        (select count(*) from app_user where user_id >= 1000) as users,
        (select count(*) from permission where user_id >= 1000) as permissions,
        (select count(*) from file where title = 'Merged') as files`)
    ).rows[0] as unknown
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
      await clear()
      for (const companyId of [11, 12, 13, 15]) await holding(companyId, companyId - 10, 2)
      const before = await counts()
      for (const { into, from } of steps)
        expect([200, 409, 422]).toContain((await merge(into, [from])).status)
      expect(await counts()).toEqual(before)
      const broken = await portal.owner.query(`
        select 'on an alias' as fault, property_id as id from property join management_company using (management_company_id) where alias_of is not null
        union all select 'on an alias', user_id from app_user join management_company using (management_company_id) where alias_of is not null
        union all select 'alias of an alias', a.management_company_id from management_company a join management_company t on t.management_company_id = a.alias_of where t.alias_of is not null
        union all select 'no present line', p.property_id from property p where property_id >= 1000 and 1 <> (
          select count(*) from management_company_project_history h where h.property_id = p.property_id
            and h.to_date is null and h.management_company_id = p.management_company_id)`)
      expect(broken.rows).toEqual([])
    }),
    { numRuns: 15 },
  )
})
