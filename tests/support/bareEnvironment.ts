/** For processes that take no setting from the machine that runs the tests; what Node has compiled they share. */
export const bareEnvironment = {PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE}
