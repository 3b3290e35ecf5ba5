import { useWrite as useWriteOf } from '#ui/frame/useWrite.ts'

const shown = ['residentrelations', 'residentdatareader', 'tasks', 'todo']

/** Makes a writing call, after which matters and to-dos are read again. */
export const useWrite = (options?: Parameters<typeof useWriteOf>[1]) => useWriteOf(shown, options)
