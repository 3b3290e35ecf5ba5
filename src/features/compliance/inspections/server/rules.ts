import { findingSettings } from '#core/portfolio/findings/model/index.ts'
import type { Settings } from '#kernel/server/settings.ts'
import { inspectionSettings as rules } from '../model/settings.ts'

/** Loads today's settings for due days, cure days and forms. */
export const loadInspectionRules = async (settings: Settings) => ({
  firstYears: await settings.get(rules.firstYears),
  intervalYears: await settings.get(rules.intervalYears),
  yearlyYears: await settings.get(rules.yearlyYears),
  againDays: await settings.get(rules.againDays),
  passFrom: await settings.get(rules.passFrom),
  enforceAt: await settings.get(rules.enforceAt),
  noticeDays: await settings.get(rules.noticeDays),
  urgentDays: await settings.get(rules.urgentDays),
  moderateDays: await settings.get(rules.moderateDays),
  lowDays: await settings.get(rules.lowDays),
  correctionDays: await settings.get(rules.correctionDays),
  extensionMonths: await settings.get(findingSettings.extensionMonths),
  fileDays: await settings.get(rules.fileDays),
  secondYears: await settings.get(rules.secondYears),
})
export type InspectionRules = Awaited<ReturnType<typeof loadInspectionRules>>
