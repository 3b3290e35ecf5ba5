import { useWrite as useWriteOf } from '#ui/frame/useWrite.ts'

const affectedModules = ['tasks', 'taskschedule', 'propertyrequirement', 'todo']

/** Returns a function that makes a writing call and then loads tasks, schedules and to-dos again. */
export const useWrite = (options?: Parameters<typeof useWriteOf>[1]) => useWriteOf(affectedModules, options)
