import type { WebModule } from '#kernel/web/module.ts'
import { screen } from '#kernel/web/screens.ts'
import { getReportPath } from '../model/facts.ts'
import type { AnyReport, ReportFacts } from '../model/index.ts'

/** A report as it is known before its screen is opened; `load` loads its declaration. */
export type ReportEntry = ReportFacts & { load: () => Promise<readonly AnyReport[]> }

declare module '#kernel/web/module.ts' {
  interface WebModule {
    /** The reports of the module. */
    reports?: readonly ReportEntry[]
  }
}

/**
 * Returns the manifest of a report's screen. Its declaration, or those of several reports on one screen, is
 * loaded when the screen opens.
 */
export const declareReportScreen = (
  facts: ReportFacts,
  fetch: () => Promise<{ default: unknown }>,
): WebModule => {
  const load = async () => [(await fetch()).default].flat() as AnyReport[]
  const loadScreen = async () => {
    const [{ renderScreen }, reports] = await Promise.all([import('./ReportScreen.tsx'), load()])
    return { default: renderScreen(reports) }
  }
  const access = { ...(facts.permission && { permission: facts.permission }), reportNumber: facts.number }
  return {
    reports: [{ ...facts, load }],
    screens: [screen(getReportPath(facts), facts.title, loadScreen, access)],
  }
}
