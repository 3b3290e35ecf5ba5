import { buildOpenApi, describeAccess } from '#app/http/openapi.ts'
import type { RuleEntry } from '#engines/worksheet/server/index.ts'
import { type Access, type Actor, isAgency, mayCall, type Scope } from '#kernel/model/access.ts'
import type { Call } from '#kernel/model/call.ts'
import { requestStatusLabels } from '#kernel/model/status.ts'
import type { Flow, Step } from '#kernel/model/workflow.ts'
import type { ScreenDeclaration } from '#kernel/web/screens.ts'

/** Functions that generate the texts of docs/generated from the declarations. */

const GENERATED = 'Printed from the declarations by `npm run docs`; not to be edited.'

const LINE_LENGTH = 120

/** Formats JSON so that each part that fits is on one line. */
function formatJson(value: unknown, indent = ''): string {
  const line = JSON.stringify(value)
  if (line.length + indent.length <= LINE_LENGTH || typeof value !== 'object' || value === null) return line
  const deeper = `${indent}  `
  const parts = Array.isArray(value)
    ? value.map((item) => formatJson(item, deeper))
    : Object.entries(value).map(([key, child]) => `${JSON.stringify(key)}: ${formatJson(child, deeper)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${parts.map((part) => `${deeper}${part}`).join(',\n')}\n${indent}${close}`
}

/** Returns the OpenAPI document as it is stored. */
export const printOpenApi = (calls: readonly Call[]): string => `${formatJson(buildOpenApi(calls))}\n`

/** Returns the document of every screen with its access rules. Aliases are separate entries. */
export function printScreens(screens: readonly ScreenDeclaration[]): string {
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
 * The personas of the access table. Some company users have an entry for the permission that a call requires,
 * others do not.
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

/** Returns whether a persona may make a call for every property, only for their own, or not at all. */
function getReach(actor: Actor | null, access: Access): 'yes' | 'own' | '–' {
  if (mayCall(actor, access) !== 'yes') return '–'
  if (access.kind === 'company' && actor && !isAgency(actor)) return 'own'
  if (access.kind !== 'permission') return 'yes'
  const scope: Scope = actor?.scope[access.need] ?? null
  return scope === null ? 'yes' : 'own'
}

const tableRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => tableRow(cells)).join('\n')

/** Returns the document of who may make which call, by controller. */
export function printAccess(calls: readonly Call[]): string {
  const groups = Map.groupBy(
    [...calls].sort((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method)),
    (call) => call.path.split('/')[2] ?? '',
  )
  const sections = [...groups].map(([name, members]) => {
    const rows = members.map((call) => [
      call.changes ? `${call.method}, POST` : call.method,
      `\`${call.path}\``,
      describeAccess(call.access),
      ...personas.map(({ actor }) => getReach(actor, call.access)),
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

const getStatusName = (flow: Flow, status: number): string =>
  (flow.labels ?? requestStatusLabels)[status] ?? String(status)

/** Returns a state’s name in the diagram. Names cannot have a minus sign, but one status is -1. */
const getState = (status: number): string => `s${status}`.replace('-', 'minus')

function getTransitions(step: Step): { from: number; to: number }[] {
  return step.to === null ? [] : step.from.map((from) => ({ from, to: step.to as number }))
}

function getCondition(step: Step): string {
  if (step.twoPerson === true) return 'two-person rule on'
  if (step.twoPerson === false) return 'two-person rule off'
  return step.notBy === 'reviewer' ? 'two-person rule on: not the reviewer' : ''
}

/**
 * Returns the status in which a record begins: one to which no step leads, otherwise the first one declared.
 */
function getFirstStatus(flow: Flow): number {
  const reached = new Set(Object.values(flow.steps).map((step) => step.to))
  return flow.statuses.find((status) => !reached.has(status)) ?? flow.statuses[0]!
}

function buildFlowSection(flow: Flow): string {
  const steps = Object.values(flow.steps)
  const statusName = (status: number) => getStatusName(flow, status)
  const rows = steps.map((step) => [
    step.label,
    step.from.map(statusName).join(', '),
    step.to === null ? 'any' : statusName(step.to),
    step.by,
    step.reason,
    getCondition(step),
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
${[...states, `  [*] --> ${getState(getFirstStatus(flow))}`, ...arrows].join('\n')}
\`\`\``
}

/**
 * Returns the document of every workflow: its steps as a table and a diagram. Steps whose target the caller
 * names are left out of the diagram.
 */
export const printWorkflows = (flows: readonly Flow[]): string =>
  [
    '# Workflows',
    GENERATED,
    ...[...flows].sort((a, b) => a.title.localeCompare(b.title)).map((flow) => buildFlowSection(flow)),
  ]
    .join('\n\n')
    .concat('\n')

/** A table of the database, as the database describes it. */
export type TableFacts = {
  name: string
  columns: { name: string; type: string; nullable: boolean; default: string | null }[]
  /** Primary key, unique, foreign key and check constraints, as the database words them. */
  constraints: string[]
  /** Row-level security: policy and command, e.g. `property_read (select)`; null when the table has none. */
  policies: string[] | null
  audited: boolean
}

function buildTableSection(facts: TableFacts): string {
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

/**
 * Returns the document of every table: columns, keys, row-level security, and whether changes are audited.
 */
export const printSchema = (tables: readonly TableFacts[]): string =>
  ['# Tables', GENERATED, ...tables.map((table) => buildTableSection(table))].join('\n\n').concat('\n')

/** A total of the delivered chart of accounts. */
export type TotalFacts = { code: string; name: string; formula: string; section: string }

/** Returns the document of formulas, tie-outs, and totals of the chart of accounts. */
export const printRules = (rules: readonly RuleEntry[], totals: readonly TotalFacts[]): string =>
  [
    '# Formulas and tie-outs',
    GENERATED,
    ...(['stops the submission', 'warns', 'formula'] as const).map((kind) => {
      const rows = rules
        .filter((rule) => rule.kind === kind)
        .map((rule) => [rule.id, rule.title, rule.says, rule.source])
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
