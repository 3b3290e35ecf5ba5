import { useWrite as useWriteOf } from '#ui/frame/useWrite.ts'

const invalidated = [
  ...['complianceinspection', 'complianceinspector', 'inspection8823date', 'inspectionletterdate'],
  ...['propertybuilding', 'inspectionsamplestep', 'noncompliance', 'tasks', 'todo'],
]

/** Makes a writing call, after which inspections, findings and to-dos are read again. */
export const useWrite = (options?: Parameters<typeof useWriteOf>[1]) => useWriteOf(invalidated, options)
