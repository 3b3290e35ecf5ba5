import type { FloorServer, PortalServer } from './children.ts'
import type { Plans, ReadPlan } from './floorProcess.ts'
import { compare } from './measure.ts'
import type { Recorded } from './portalProcess.ts'
import { type Line, ratioLine } from './result.ts'
import { type Ask, askOnce, Connection, timeAll } from './wire.ts'
import type { World } from './world.ts'

/** Both servers, ready to be asked the same. */
export type Sides = { world: World; portal: PortalServer; floor: FloorServer }

type Comparison = {
  what: string
  most: number | null
  how: string
  /** Requests a round and how many at a time. */
  count: number
  lanes: number
  rounds: number
  ours: (index: number) => Ask
  floor: (index: number) => Ask
}

/** The statements a request makes after its transaction has begun. */
export async function loadStatements({ portal }: Sides, ask: Ask): Promise<Recorded[]> {
  await askOnce(portal.port, ask)
  const recorded = await portal.record(() => askOnce(portal.port, ask))
  return recorded.filter(({ text }) => !text.includes('kernel.enter'))
}

/** Both sides in turns, after the floor was told what to answer. */
export async function run({ portal, floor }: Sides, plans: Plans, comparison: Comparison): Promise<Line> {
  const { count, lanes, rounds, what, most: maximum, how } = comparison
  await floor.plan(plans)
  const open = (port: number) => Array.from({ length: lanes }, () => new Connection(port))
  const ours = open(portal.port)
  const bare = open(floor.port)
  try {
    const result = await compare(
      rounds,
      () => timeAll(ours, count, comparison.ours),
      () => timeAll(bare, count, comparison.floor),
    )
    return ratioLine(what, maximum, result, count, `${how}; ${lanes} at a time`)
  } finally {
    for (const connection of [...ours, ...bare]) connection.close()
  }
}

/** The list of every property, as the screen asks for it. */
export async function compareList(sides: Sides): Promise<Line> {
  const token = await sides.world.token('agency.read')
  const ask: Ask = { method: 'POST', path: '/api/projects/GetProjectListQuery', token, body: {} }
  const plan: ReadPlan = { kind: 'read', statements: await loadStatements(sides, ask) }
  return run(
    sides,
    { list: plan },
    {
      what: `list of all ${sides.world.properties.toLocaleString('en-US')} properties`,
      most: 1.2,
      how: 'the list query of the properties screen; the floor runs the same SQL',
      count: 24,
      lanes: 4,
      rounds: 9,
      ours: () => ask,
      floor: () => ({ method: 'GET', path: '/list' }),
    },
  )
}

const details = [
  {
    what: 'a property by id',
    path: '/api/projects',
    how: 'one row by its key; the floor runs the same SQL as plain `pool.query`',
    most: 2,
    prepared: false,
  },
  {
    what: 'a property by id, prepared floor',
    path: '/api/projects',
    how: 'the same, the floor with a prepared statement as ours',
    most: null,
    prepared: true,
  },
  {
    what: 'a property with all that hangs on it, and its actions',
    path: '/api/projects/GetProjectWithInclusions',
    how: 'one screen in one call; the floor runs the same statements one after another',
    most: 2,
    prepared: false,
  },
]

/** Detail reads by a company's user, whose scope is a list of properties. */
export async function compareDetails(sides: Sides): Promise<Line[]> {
  const token = await sides.world.token('company.user')
  const result = await sides.world.owner.query<{ id: number }>(
    `select property_id as id from user_property join app_user using (user_id) where user_name = 'company.user' order by 1`,
  )
  const ids = result.rows.map((row) => row.id)
  const lines: Line[] = []
  for (const { what, path, how, most: maximum, prepared } of details) {
    const id = ids[0]!
    const statements = await loadStatements(sides, { method: 'GET', path: `${path}/${id}`, token })
    const getId = (index: number): number => ids[index % ids.length]!
    lines.push(
      await run(
        sides,
        { detail: { kind: 'read', statements, id, prepared } },
        {
          what,
          most: maximum,
          how,
          count: 800,
          lanes: 16,
          rounds: 9,
          ours: (index) => ({ method: 'GET', path: `${path}/${getId(index)}`, token }),
          floor: (index) => ({ method: 'GET', path: `/detail/${getId(index)}` }),
        },
      ),
    )
  }
  return lines
}

const auditing = (table: string, operation: string, changes: string) =>
  `insert into bench_audit (user_id, call, request_id, table_name, row_id, operation, changes)
   values (1, 'bench', 'bench', '${table}', $1, '${operation}', ${changes})`
const writing = {
  count: 480,
  lanes: 16,
  rounds: 9,
  how: 'both write two tables; the floor without a look at the row first',
}

/** Writes of one row with its history row; the floor's tables are like ours, without triggers. */
export async function compareWrites(sides: Sides): Promise<Line[]> {
  const { owner, token } = sides.world
  await owner.query(`create table bench_comment (like property_comment including all);
    create table bench_company (like management_company including all);
    insert into bench_company select * from management_company;
    create table bench_audit (like audit_log including all)`)
  const writerToken = await token('agency.write')
  return [await compareAddition(sides, writerToken), await compareChange(sides, writerToken)]
}

function compareAddition(sides: Sides, token: string): Promise<Line> {
  const statements = [
    'insert into bench_comment (property_id, comment, created_by) values ($1, $2, 1) returning *',
    auditing('property_comment', 'insert', `jsonb_build_object('comment', $2::text)`),
  ]
  const body = (index: number) => ({ propertyId: 1 + (index % 1000), comment: `Seen ${index}` })
  return run(
    sides,
    { comment: { kind: 'write', fields: ['propertyId', 'comment'], statements } },
    {
      ...writing,
      most: 1.5,
      what: 'a comment added to a property',
      ours: (index) => ({
        method: 'POST',
        path: '/api/projects/CreateProjectComment',
        token,
        body: body(index),
      }),
      floor: (index) => ({ method: 'POST', path: '/comment', body: body(index) }),
    },
  )
}

function compareChange(sides: Sides, token: string): Promise<Line> {
  const statements = [
    'update bench_company set phone = $2 where management_company_id = $1 returning *',
    auditing('management_company', 'update', `jsonb_build_object('phone', $2::text)`),
  ]
  // Another number each time: what stays as it is would not be written.
  let number = 0
  const body = (index: number) => ({ managementCompanyId: 1 + (index % 100), phone: `(555) ${number++}` })
  return run(
    sides,
    { company: { kind: 'write', fields: ['managementCompanyId', 'phone'], statements } },
    {
      ...writing,
      most: 1.6,
      what: 'a company changed by the generic call',
      ours: (index) => ({ method: 'PUT', path: '/api/ManagementCompany', token, body: body(index) }),
      floor: (index) => ({ method: 'PUT', path: '/company', body: body(index) }),
    },
  )
}
