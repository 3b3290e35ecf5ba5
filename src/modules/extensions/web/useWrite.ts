import { useWrite as useWriteOf } from '#ui/frame/useWrite.ts'

const shown = ['tasks', 'extensionrequest']

/** Makes a writing call, after which tasks and extensions are read again; see the kit's. */
export const useWrite = () => useWriteOf(shown)
