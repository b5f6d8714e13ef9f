//! Adam (Kingma, Ba 2014), with weights that decay.

/// Parameters and the running means of their gradients.
pub(crate) struct Adam {
    /// The parameters.
    pub(crate) values: Vec<f32>,
    /// The gradient; whoever adds to it has it cleared by [`Adam::step`].
    pub(crate) gradient: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    step_count: i32,
}

impl Adam {
    /// Parameters to start from.
    pub(crate) fn new(values: Vec<f32>) -> Adam {
        let count = values.len();
        Adam {
            values,
            gradient: vec![0.0; count],
            mean: vec![0.0; count],
            square: vec![0.0; count],
            step_count: 0,
        }
    }

    /// Moves every parameter against its gradient and clears the gradient.
    pub(crate) fn step(&mut self, rate: f32, decay: f32) {
        const FIRST: f32 = 0.9;
        const SECOND: f32 = 0.999;
        self.step_count += 1;
        let first_scale = 1.0 - FIRST.powi(self.step_count);
        let second_scale = 1.0 - SECOND.powi(self.step_count);
        for index in 0..self.values.len() {
            let gradient = std::mem::take(&mut self.gradient[index]);
            let mean = &mut self.mean[index];
            let square = &mut self.square[index];
            *mean = FIRST * *mean + (1.0 - FIRST) * gradient;
            *square = SECOND * *square + (1.0 - SECOND) * gradient * gradient;
            let step = (*mean / first_scale) / ((*square / second_scale).sqrt() + 1e-8);
            self.values[index] -= rate * (step + decay * self.values[index]);
        }
    }
}
