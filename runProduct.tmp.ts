import startTestProducts from './tests/support/startTestProduct.ts'

await startTestProducts({workers: 1})
console.log('UP')
