export { fastFolder } from '../tools/test-folder.mjs'
