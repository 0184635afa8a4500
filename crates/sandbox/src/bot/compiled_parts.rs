//! The compiled parts from which a bot's instances are made.

use std::sync::Arc;

use wasmtime::{Engine, Extern, Instance, InstancePre, Linker, Module, ModuleExport, Store};

use super::code_parts::CodePart;
use super::first_memory;
use crate::rewrite::{MEMORY_NAME, global_name};
use crate::seat::SeatState;

/// The compiled parts from which a bot's instances are made.
pub(crate) enum CompiledParts {
    /// One module.
    Whole(InstancePre<SeatState>),
    /// Its state, and its code, which imports the state.
    Split(SplitModule),
}

/// A module in two parts.
pub(crate) struct SplitModule {
    state: InstancePre<SeatState>,
    memory: ModuleExport,
    globals: Vec<ModuleExport>,
    code: Arc<CodePart>,
    host_calls: Linker<SeatState>,
    /// Number of bytes to add to an offset in the code for the offset in the whole module.
    shift: i64,
}

/// A bot's instance. Both fields are the same instance unless the module was split.
#[derive(Clone, Copy)]
pub(crate) struct Instances {
    /// The instance with the memory and the exported globals.
    pub(crate) state: Instance,
    /// The instance with the functions.
    pub(crate) code: Instance,
}

impl CompiledParts {
    pub(crate) fn engine(&self) -> &Engine {
        match self {
            CompiledParts::Whole(module) => module.module().engine(),
            CompiledParts::Split(split) => split.code.module.engine(),
        }
    }

    /// Creates an instance and runs its start function.
    pub(crate) async fn instantiate(&self, store: &mut Store<SeatState>) -> wasmtime::Result<Instances> {
        match self {
            CompiledParts::Whole(module) => {
                first_memory::prepare(module.module())?;
                let instance = module.instantiate_async(&mut *store).await?;
                store.data_mut().instance = Some(instance);
                Ok(Instances { state: instance, code: instance })
            }
            CompiledParts::Split(split) => split.instantiate(store).await,
        }
    }
}

impl SplitModule {
    /// Links the two parts of a module.
    ///
    /// # Errors
    /// If the parts do not fit together, which cannot happen if they come from one module.
    pub(crate) fn new(
        state: &Module,
        code: Arc<CodePart>,
        host_calls: &Linker<SeatState>,
        shift: i64,
    ) -> wasmtime::Result<SplitModule> {
        let memory = state.get_export_index(MEMORY_NAME).ok_or_else(missing)?;
        let globals = (0..).map_while(|number| state.get_export_index(&global_name(number))).collect();
        let host_calls = host_calls.clone();
        Ok(SplitModule {
            state: host_calls.instantiate_pre(state)?,
            memory,
            globals,
            code,
            host_calls,
            shift,
        })
    }

    async fn instantiate(&self, store: &mut Store<SeatState>) -> wasmtime::Result<Instances> {
        first_memory::prepare(self.state.module())?;
        let state = self.state.instantiate_async(&mut *store).await?;
        let memory = state
            .get_module_export(&mut *store, &self.memory)
            .and_then(Extern::into_memory)
            .ok_or_else(missing)?;
        let seat = store.data_mut();
        seat.instance = Some(state);
        // The start function of the code may call the host.
        seat.memory = Some(memory);
        seat.code_shift = self.shift;
        let imports = self.imports(store, state, memory.into())?;
        let code = Instance::new_async(&mut *store, &self.code.module, &imports).await?;
        Ok(Instances { state, code })
    }

    /// Returns the imports of the code in order: host calls, the memory, the globals.
    fn imports(
        &self,
        store: &mut Store<SeatState>,
        state: Instance,
        memory: Extern,
    ) -> wasmtime::Result<Vec<Extern>> {
        let mut imports = Vec::with_capacity(self.code.host_calls.len() + 1 + self.globals.len());
        for (module, name) in &self.code.host_calls {
            imports.push(self.host_calls.get(&mut *store, module, name)?);
        }
        imports.push(memory);
        for global in &self.globals {
            imports.push(state.get_module_export(&mut *store, global).ok_or_else(missing)?);
        }
        Ok(imports)
    }
}

fn missing() -> wasmtime::Error {
    wasmtime::Error::msg("the parts of a module do not fit together")
}
