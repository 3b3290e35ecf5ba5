import type { PermissionKey } from '#kernel/model/access.ts'

/** The groups of the list of reports. */
export const reportGroups = ['Occupancy', 'Rents', 'Financial', 'Compliance'] as const

/**
 * The facts about a report that are needed before its screen is opened; the rest is loaded with the screen.
 */
export type ReportFacts = {
  /** Its number in the specification (RPT-01 to RPT-18). */
  number: number
  title: string
  /** The last part of its address, `/reporting/<page>`. */
  page: string
  group: (typeof reportGroups)[number]
  /** Describes the report in one line. */
  summary: string
  /** The permission to read it, for a person's own properties; without one, all signed-in people may. */
  permission?: PermissionKey
  /** Some of its tiles are on the home screen of people who run properties. */
  home?: true
}

export const getReportPath = ({ page }: Pick<ReportFacts, 'page'>): string => `/reporting/${page}`

/** The value that means "all" for a parameter with a default. */
export const ALL = '*'

/**
 * The address of a report's screen with the given parameters, and with the part if the screen has several.
 * With the current parameters of a report, a figure can link to the records behind it.
 */
export function buildReportLink(
  facts: Pick<ReportFacts, 'page'>,
  parameters: Readonly<Record<string, unknown>>,
  part?: string,
): string {
  const queryEntries = Object.entries({ propertyStatus: ALL, ...parameters }).map(([name, value]) => [
    `where.${name}`,
    String(value),
  ])
  return `${getReportPath(facts)}?${new URLSearchParams([...(part ? [['part', part]] : []), ...queryEntries])}`
}
