import { useWrite as useWriteOf } from '#ui/frame/useWrite.ts'

const shown = ['tasks', 'taskschedule', 'propertyrequirement']

/** Makes a writing call, after which tasks and schedules are read again; see the kit's. */
export const useWrite = () => useWriteOf(shown)
