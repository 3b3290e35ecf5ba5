import type { FloorServer, PortalServer } from './children.ts'
import type { Plans, ReadPlan } from './floorProcess.ts'
import { compareInRounds } from './measure.ts'
import type { RecordedStatement } from './portalProcess.ts'
import { type Line, ratioLine } from './result.ts'
import { type BenchRequest, Connection, sendOnce, timeRequests } from './wire.ts'
import type { World } from './world.ts'

/** The portal and the floor server that it is compared with, and the database that both use. */
export type Sides = { world: World; portal: PortalServer; floor: FloorServer }

/** A comparison of the portal with the floor: both get the same requests in turns. */
type ComparisonPlan = {
  title: string
  /** The portal may take at most this many times as long as the floor. Null if there is no limit. */
  maxRatio: number | null
  description: string
  /** The number of requests in a round. */
  count: number
  /** The number of requests that are sent at the same time. */
  concurrency: number
  rounds: number
  portal: (index: number) => BenchRequest
  floor: (index: number) => BenchRequest
}

/** Returns the statements that a request runs after its transaction has begun. */
export async function loadStatements({ portal }: Sides, request: BenchRequest): Promise<RecordedStatement[]> {
  await sendOnce(portal.port, request)
  const recorded = await portal.record(() => sendOnce(portal.port, request))
  return recorded.filter(({ text }) => !text.includes('kernel.enter'))
}

/** Sets the answers of the floor, measures both sides in turns, and returns the line of the result. */
export async function measureComparison(
  { portal, floor }: Sides,
  plans: Plans,
  comparison: ComparisonPlan,
): Promise<Line> {
  const { count, concurrency, rounds, title, maxRatio: maximum, description } = comparison
  await floor.plan(plans)
  const open = (port: number) => Array.from({ length: concurrency }, () => new Connection(port))
  const portalConnections = open(portal.port)
  const floorConnections = open(floor.port)
  try {
    const result = await compareInRounds(
      rounds,
      () => timeRequests(portalConnections, count, comparison.portal),
      () => timeRequests(floorConnections, count, comparison.floor),
    )
    return ratioLine(title, maximum, result, count, `${description}; ${concurrency} at a time`)
  } finally {
    for (const connection of [...portalConnections, ...floorConnections]) connection.close()
  }
}

/** Measures the list of all properties, requested as the screen requests it. */
export async function compareList(sides: Sides): Promise<Line> {
  const token = await sides.world.createToken('agency.read')
  const request: BenchRequest = { method: 'POST', path: '/api/projects/GetProjectListQuery', token, body: {} }
  const plan: ReadPlan = { kind: 'read', statements: await loadStatements(sides, request) }
  return measureComparison(
    sides,
    { list: plan },
    {
      title: `list of all ${sides.world.properties.toLocaleString('en-US')} properties`,
      maxRatio: 1.2,
      description: 'the list query of the properties screen; the floor runs the same SQL',
      count: 24,
      concurrency: 4,
      rounds: 9,
      portal: () => request,
      floor: () => ({ method: 'GET', path: '/list' }),
    },
  )
}

const details = [
  {
    title: 'a property by id',
    path: '/api/projects',
    description: 'one row by its key; the floor runs the same SQL as plain `pool.query`',
    maxRatio: 2,
    prepared: false,
  },
  {
    title: 'a property by id, prepared floor',
    path: '/api/projects',
    description: 'the same, the floor with a prepared statement as ours',
    maxRatio: null,
    prepared: true,
  },
  {
    title: 'a property with all that hangs on it, and its actions',
    path: '/api/projects/GetProjectWithInclusions',
    description: 'one screen in one call; the floor runs the same statements one after another',
    maxRatio: 2,
    prepared: false,
  },
]

/** Measures reads of single properties by a user of a company, whose scope is a list of properties. */
export async function compareDetails(sides: Sides): Promise<Line[]> {
  const token = await sides.world.createToken('company.user')
  const result = await sides.world.owner.query<{ id: number }>(
    `select property_id as id from user_property join app_user using (user_id) where user_name = 'company.user' order by 1`,
  )
  const ids = result.rows.map((row) => row.id)
  const lines: Line[] = []
  for (const { title, path, description, maxRatio: maximum, prepared } of details) {
    const id = ids[0]!
    const statements = await loadStatements(sides, { method: 'GET', path: `${path}/${id}`, token })
    const getId = (index: number): number => ids[index % ids.length]!
    lines.push(
      await measureComparison(
        sides,
        { detail: { kind: 'read', statements, id, prepared } },
        {
          title,
          maxRatio: maximum,
          description,
          count: 800,
          concurrency: 16,
          rounds: 9,
          portal: (index) => ({ method: 'GET', path: `${path}/${getId(index)}`, token }),
          floor: (index) => ({ method: 'GET', path: `/detail/${getId(index)}` }),
        },
      ),
    )
  }
  return lines
}

/** Returns the SQL with which the floor writes an audit row about a change of the table. */
const buildAuditInsert = (table: string, operation: string, changes: string) =>
  `insert into bench_audit (user_id, call, request_id, table_name, row_id, operation, changes)
   values (1, 'bench', 'bench', '${table}', $1, '${operation}', ${changes})`
/** The options that all comparisons of writes share. */
const writeOptions = {
  count: 480,
  concurrency: 16,
  rounds: 9,
  description: 'both write two tables; the floor without a look at the row first',
}

/**
 * Measures writes of one row with its audit row. The floor writes into tables like those of the portal, but
 * without triggers.
 */
export async function compareWrites(sides: Sides): Promise<Line[]> {
  const { owner, createToken: token } = sides.world
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
    buildAuditInsert('property_comment', 'insert', `jsonb_build_object('comment', $2::text)`),
  ]
  const body = (index: number) => ({ propertyId: 1 + (index % 1000), comment: `Seen ${index}` })
  return measureComparison(
    sides,
    { comment: { kind: 'write', fields: ['propertyId', 'comment'], statements } },
    {
      ...writeOptions,
      maxRatio: 1.5,
      title: 'a comment added to a property',
      portal: (index) => ({
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
    buildAuditInsert('management_company', 'update', `jsonb_build_object('phone', $2::text)`),
  ]
  // The phone number differs each time, because the portal does not write unchanged values.
  let number = 0
  const body = (index: number) => ({ managementCompanyId: 1 + (index % 100), phone: `(555) ${number++}` })
  return measureComparison(
    sides,
    { company: { kind: 'write', fields: ['managementCompanyId', 'phone'], statements } },
    {
      ...writeOptions,
      maxRatio: 1.6,
      title: 'a company changed by the generic call',
      portal: (index) => ({ method: 'PUT', path: '/api/ManagementCompany', token, body: body(index) }),
      floor: (index) => ({ method: 'PUT', path: '/company', body: body(index) }),
    },
  )
}
