export { deleteFile, getFileList, uploadFiles } from './calls.ts'
export { FileInfo, type FileSubject } from './entities.ts'
