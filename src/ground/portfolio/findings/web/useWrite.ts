import { useWrite as useWriteOf } from '#ui/frame/useWrite.ts'

const shown = ['noncompliance', 'tasks', 'todo', 'projects']

/** Makes a writing call, after which findings, to-dos and what the banner of a property says are read again. */
export const useWrite = (options?: Parameters<typeof useWriteOf>[1]) => useWriteOf(shown, options)
