import { useWrite as useWriteOf } from '#ui/frame/useWrite.ts'

const affectedModules = ['tasks', 'taskschedule', 'propertyrequirement', 'todo']

/** Makes a writing call, after which tasks and schedules are read again; see the kit's. */
export const useWrite = (options?: Parameters<typeof useWriteOf>[1]) => useWriteOf(affectedModules, options)
