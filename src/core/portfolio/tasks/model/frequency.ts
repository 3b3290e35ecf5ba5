/** How often a scheduled task falls due; the names are the labels. ST-03. */
export const Schedule = { Monthly: 0, Quarterly: 1, Yearly: 2 } as const

/** The labels of {@link Schedule}. ST-03. */
export const scheduleLabels: Readonly<Record<number, string>> = {
  [Schedule.Monthly]: 'Monthly',
  [Schedule.Quarterly]: 'Quarterly',
  [Schedule.Yearly]: 'Yearly',
}
