import { accessText, openApi } from '#app/http/openapi.ts'
import { type Access, type Actor, isAgency, mayCall, type Scope } from '#kernel/model/access.ts'
import type { Call } from '#kernel/model/call.ts'
import { requestStatusLabels } from '#kernel/model/status.ts'
import type { Flow, Step } from '#kernel/model/workflow.ts'
import type { ScreenDeclaration } from '#kernel/web/screens.ts'
import type { Reckoned } from '#statement/server/index.ts'

/** Generates docs/generated from the declarations. Pure functions: text in, text out. */

const GENERATED = 'Printed from the declarations by `npm run docs`; not to be edited.'

const LINE = 120

/** Formats JSON so that each part that fits is on one line. */
function inLines(value: unknown, indent = ''): string {
  const line = JSON.stringify(value)
  if (line.length + indent.length <= LINE || typeof value !== 'object' || value === null) return line
  const deeper = `${indent}  `
  const parts = Array.isArray(value)
    ? value.map((item) => inLines(item, deeper))
    : Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${inLines(one, deeper)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${parts.map((part) => `${deeper}${part}`).join(',\n')}\n${indent}${close}`
}

/** The OpenAPI document as it is stored. */
export const openApiDocument = (calls: readonly Call[]): string => `${inLines(openApi(calls))}\n`

/** Every screen with what its route demands, aliases as entries of their own. */
export function screensDocument(screens: readonly ScreenDeclaration[]): string {
  const entries = screens.flatMap(
    ({ path, aliases = [], layout, permission, title, readOnly, reportNumber }) =>
      [path, ...aliases].map((text) => ({
        path: text,
        layout,
        permission: permission ?? null,
        title,
        readOnly: readOnly ?? false,
        ...(reportNumber === undefined ? {} : { reportNumber }),
      })),
  )
  return `${JSON.stringify(entries, null, 2)}\n`
}

const person: Actor = {
  userId: 1,
  userName: '',
  name: '',
  email: '',
  roles: [3],
  isAdmin: false,
  isManager: false,
  isMcAdmin: false,
  managementCompanyIds: [1],
  sessionId: 1,
  scope: { read: [], write: [] },
  tiedTo: [],
}
const ownProperties = [1]
const agencyScope = { read: null, write: null }

/**
 * The personas of the access table. A company user holds an entry for the permission a call asks for, or does
 * not.
 */
const personas: readonly { title: string; actor: Actor | null }[] = [
  { title: 'anonymous', actor: null },
  { title: 'agency admin', actor: { ...person, roles: [1], isAdmin: true, scope: agencyScope } },
  { title: 'agency manager', actor: { ...person, roles: [1], isManager: true, scope: agencyScope } },
  { title: 'agency write', actor: { ...person, roles: [1], scope: agencyScope } },
  { title: 'agency read', actor: { ...person, roles: [2], scope: { read: null, write: [] } } },
  {
    title: 'company super user',
    actor: { ...person, roles: [4], isMcAdmin: true, scope: { read: ownProperties, write: ownProperties } },
  },
  {
    title: 'company, write entry',
    actor: { ...person, scope: { read: ownProperties, write: ownProperties } },
  },
  { title: 'company, read entry', actor: { ...person, scope: { read: ownProperties, write: [] } } },
  { title: 'company, no entry', actor: person },
  { title: 'Global_Admin', actor: { ...person, scope: agencyScope } },
]

/** How far a persona gets with a call: every property, the own ones, or not at all. */
function reach(actor: Actor | null, access: Access): 'yes' | 'own' | '–' {
  if (mayCall(actor, access) !== 'yes') return '–'
  if (access.kind === 'company' && actor && !isAgency(actor)) return 'own'
  if (access.kind !== 'permission') return 'yes'
  const scope: Scope = actor?.scope[access.need] ?? null
  return scope === null ? 'yes' : 'own'
}

const tableRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => tableRow(cells)).join('\n')

/** Who may make which call, by controller. */
export function accessDocument(calls: readonly Call[]): string {
  const groups = Map.groupBy(
    [...calls].sort((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method)),
    (call) => call.path.split('/')[2] ?? '',
  )
  const sections = [...groups].map(([name, members]) => {
    const rows = members.map((call) => [
      call.changes ? `${call.method}, POST` : call.method,
      `\`${call.path}\``,
      accessText(call.access),
      ...personas.map(({ actor }) => reach(actor, call.access)),
    ])
    return `## ${name}\n\n${table(['method', 'path', 'asks for', ...personas.map((item) => item.title)], rows)}`
  })
  return `# Who may make which call

${GENERATED}

"yes" reaches every property, "own" only those on which the caller holds what the call asks for; the database enforces
it. A call that asks only for being signed in reads the properties the caller is tied to. A workflow call asks further
for the rank of its step (see workflows.md).

${sections.join('\n\n')}
`
}

const getName = (flow: Flow, status: number): string =>
  (flow.labels ?? requestStatusLabels)[status] ?? String(status)

/** A state's name in the drawing; there is a status below zero. */
const getState = (status: number): string => `s${status}`.replace('-', 'minus')

function getTransitions(step: Step): { from: number; to: number }[] {
  return step.to === null ? [] : step.from.map((from) => ({ from, to: step.to as number }))
}

function condition(step: Step): string {
  if (step.twoPerson === true) return 'two-person rule on'
  if (step.twoPerson === false) return 'two-person rule off'
  return step.notBy === 'reviewer' ? 'two-person rule on: not the reviewer' : ''
}

/** Where a record begins: the status to which no step leads, or else the first one declared. */
function getFirst(flow: Flow): number {
  const reached = new Set(Object.values(flow.steps).map((step) => step.to))
  return flow.statuses.find((status) => !reached.has(status)) ?? flow.statuses[0]!
}

function flowSection(flow: Flow): string {
  const steps = Object.values(flow.steps)
  const statusName = (status: number) => getName(flow, status)
  const rows = steps.map((step) => [
    step.label,
    step.from.map(statusName).join(', '),
    step.to === null ? 'any' : statusName(step.to),
    step.by,
    step.reason,
    condition(step),
    step.confirm,
  ])
  const arrows = steps.flatMap((step) =>
    getTransitions(step).map(
      ({ from, to }) => `  ${getState(from)} --> ${getState(to)}: ${step.label} (${step.by})`,
    ),
  )
  const states = flow.statuses.map((status) => `  ${getState(status)}: ${statusName(status)}`)
  const editable = flow.editable.map(statusName).join(', ')
  return `## ${flow.title}

${editable ? `It may be edited while: ${editable}.` : 'Its steps change nothing but the status.'}

${table(['step', 'from', 'to', 'by', 'reason', 'condition', 'confirmation'], rows)}

\`\`\`mermaid
stateDiagram-v2
${[...states, `  [*] --> ${getState(getFirst(flow))}`, ...arrows].join('\n')}
\`\`\``
}

/**
 * Every workflow: its steps as a table and as a drawing. Steps whose target the caller names are left out of
 * the drawing.
 */
export const workflowsDocument = (flows: readonly Flow[]): string =>
  [
    '# Workflows',
    GENERATED,
    ...[...flows].sort((a, b) => a.title.localeCompare(b.title)).map((flow) => flowSection(flow)),
  ]
    .join('\n\n')
    .concat('\n')

/** A table as the database describes it. */
export type TableFacts = {
  name: string
  columns: { name: string; type: string; nullable: boolean; default: string | null }[]
  /** Primary key, unique, foreign key and check constraints, as the database words them. */
  constraints: string[]
  /** Row-level security: policy and command, e.g. `property_read (select)`; null when the table has none. */
  policies: string[] | null
  audited: boolean
}

function tableSection(facts: TableFacts): string {
  const rows = facts.columns.map((column) => [
    column.name,
    column.type,
    column.nullable ? '' : 'not null',
    column.default === null ? '' : `\`${column.default}\``,
  ])
  const security = facts.policies === null ? 'none' : facts.policies.join(', ')
  return `## ${facts.name}

${table(['column', 'type', '', 'default'], rows)}

${facts.constraints.map((text) => `- \`${text}\``).join('\n')}

Row-level security: ${security}. Audited: ${facts.audited ? 'yes' : 'no'}.`
}

/** Every table with columns, keys, row-level security and whether changes are audited. */
export const schemaDocument = (tables: readonly TableFacts[]): string =>
  ['# Tables', GENERATED, ...tables.map((table) => tableSection(table))].join('\n\n').concat('\n')

/** A total of the chart of accounts as it is delivered. */
export type TotalFacts = { code: string; name: string; formula: string; section: string }

/** The document of formulas, tie-outs, and totals of the chart of accounts. */
export const rulesDocument = (reckoned: readonly Reckoned[], totals: readonly TotalFacts[]): string =>
  [
    '# Formulas and tie-outs',
    GENERATED,
    ...(['stops the submission', 'warns', 'formula'] as const).map((kind) => {
      const rows = reckoned
        .filter((reckoned) => reckoned.kind === kind)
        .map((reckoned) => [reckoned.id, reckoned.title, reckoned.says, reckoned.source])
      const title = {
        'stops the submission': 'Tie-outs that stop a submission',
        warns: 'Tie-outs that warn',
        formula: 'Formulas',
      }[kind]
      return `## ${title}\n\n${table(['id', 'what', 'says', 'source'], rows)}`
    }),
    `## Totals of the chart of accounts\n\n${table(
      ['code', 'name', 'formula', 'section'],
      totals.map((total) => [total.code, total.name, total.formula, total.section]),
    )}`,
  ]
    .join('\n\n')
    .concat('\n')
