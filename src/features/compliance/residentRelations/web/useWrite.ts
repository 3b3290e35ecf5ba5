import { useWrite as useWriteOf } from '#ui/frame/useWrite.ts'

const invalidated = ['residentrelations', 'residentdatareader', 'tasks', 'todo']

/** Sends a change and then reloads matters and to-dos. */
export const useWrite = (options?: Parameters<typeof useWriteOf>[1]) => useWriteOf(invalidated, options)
