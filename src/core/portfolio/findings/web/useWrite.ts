import { useWrite as useWriteOf } from '#ui/frame/useWrite.ts'

const affectedModules = ['noncompliance', 'tasks', 'todo', 'projects']

/** Makes a writing call and then refetches findings, to-dos and the property banner. */
export const useWrite = (options?: Parameters<typeof useWriteOf>[1]) => useWriteOf(affectedModules, options)
